// Follows a measurement, and shows the page anew when it has ended.
(function () {
  "use strict";
  var address = document.currentScript.getAttribute("data-progress");
  var bar = document.getElementById("measuring");
  var failures = 0;

  function again() {
    window.setTimeout(ask, 300);
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open("GET", address);
    request.onload = function () {
      var now = null;
      try {
        now = request.status === 200 ? JSON.parse(request.responseText) : null;
      } catch (e) {
        now = null; // the console's own page: it is being replaced
      }
      if (now === null) {
        failed();
      } else if (now.state === "running") {
        failures = 0;
        bar.value = 100 * now.progress;
        again();
      } else if (now.state === "selecting") {
        again();
      } else {
        window.location.replace(window.location.href);
      }
    };
    request.onerror = failed;
    request.send();
  }

  // The bundle may have been stopped; after a while there is nothing to wait for.
  function failed() {
    failures += 1;
    if (failures < 20) {
      again();
    }
  }

  again();
})();
