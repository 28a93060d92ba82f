@echo off
rem The command line, by JAVA_HOME's Java or the PATH's. Counters whose JARs are put into lib take part.
rem CYCLECOUNTER_OPTS: options of Java's, such as -Dorg.cyclecounter.probe.seconds=10.
setlocal
set "JAVA=java.exe"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
if defined JAVA_HOME if not exist "%JAVA%" (
  echo cyclecounter: there is no '%JAVA%': set JAVA_HOME to a Java 17 or newer 1>&2
  exit /b 2
)
"%JAVA%" --enable-native-access=ALL-UNNAMED %CYCLECOUNTER_OPTS% ^
  -cp "%~dp0..\lib\*" org.cyclecounter.tools.cli.Main %*
exit /b %ERRORLEVEL%
