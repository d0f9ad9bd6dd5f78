/* A guest that debugs its own child. Argument: "refused" when the host traces it already, "allowed" when not. */
#include "guest.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int main(int count, char **values) {
  int allowed = count > 1 && !strcmp(values[1], "allowed");
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) < 0) _exit(errno == EPERM ? 42 : 43);
    raise(SIGTRAP);
    _exit(works(open_device()) ? 44 : 45);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!allowed) {
    check("PTRACE_TRACEME is refused with EPERM", WIFEXITED(status) && WEXITSTATUS(status) == 42);
    return finish();
  }
  check("the child stops for its debugger", WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
  ptrace(PTRACE_CONT, child, 0, 0);
  waitpid(child, &status, 0);
  check("and its device calls are served", WIFEXITED(status) && WEXITSTATUS(status) == 44);
  return finish();
}
