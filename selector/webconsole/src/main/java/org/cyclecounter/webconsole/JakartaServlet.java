package org.cyclecounter.webconsole;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Dictionary;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** The plug-in as a servlet of {@code jakarta.servlet}. */
final class JakartaServlet implements Servlet, Consoles.PluginServlet {

  private final Plugin plugin;
  private volatile @Nullable ServletConfig config;

  JakartaServlet(Plugin plugin) {
    this.plugin = plugin;
  }

  @Override
  public ServiceRegistration<?> register(
      BundleContext context, Dictionary<String, Object> properties) {
    return context.registerService(Servlet.class, this, properties);
  }

  @Override
  public void init(ServletConfig given) {
    config = given;
  }

  @Override
  public @Nullable ServletConfig getServletConfig() {
    return config;
  }

  @Override
  public String getServletInfo() {
    return Plugin.LABEL;
  }

  @Override
  public void destroy() {
    config = null;
  }

  @Override
  public void service(ServletRequest request, ServletResponse response)
      throws ServletException, IOException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer) {
      plugin.serve(new Http(asked, answer));
    } else {
      throw new ServletException("only HTTP");
    }
  }

  /** An exchange by HTTP. */
  private record Http(HttpServletRequest request, HttpServletResponse response)
      implements Exchange {

    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public @Nullable String path() {
      return request.getPathInfo();
    }

    @Override
    public @Nullable String parameter(String name) {
      return request.getParameter(name);
    }

    @Override
    public @Nullable Object attribute(String name) {
      return request.getAttribute(name);
    }

    @Override
    public void status(int code) {
      response.setStatus(code);
    }

    @Override
    public void header(String name, String value) {
      response.setHeader(name, value);
    }

    @Override
    public void send(String type, String body) throws IOException {
      response.setContentType(type);
      response.setCharacterEncoding("UTF-8");
      response.getWriter().write(body);
    }
  }
}
