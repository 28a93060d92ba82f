package org.cyclecounter.selector.page;

import java.util.List;
import org.cyclecounter.selector.doctor.Command;
import org.cyclecounter.selector.svg.Element;

/** Commands, each with the place where it is run. */
final class Commands {

  private Commands() {}

  static Element list(List<Command> commands) {
    Element list = Element.of("span").with("class", "commands");
    for (Command command : commands) {
      list.add(
          Element.of("span", Words.capital(command.place().words()) + ": "),
          Element.of("code", command.text()));
    }
    return list;
  }
}
