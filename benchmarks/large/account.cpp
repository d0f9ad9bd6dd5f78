// Runs a command and waits for all its descendants, also for those that outlive it (compilers in the
// background). Arguments: a file, and the command. Into the file go the seconds until the command's end, the seconds of
// user and of system time of all processes, and the most KiB that they had at one time (each shared page counted once).
// Status: that of the command.
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

/** Time between looks at the memory. */
static const useconds_t PERIOD_US = 50'000;

/** Sum of the kernel's proportional set sizes of a process and its descendants. */
static long kilobytes_of(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  long sum = 0;
  std::ifstream rollup(folder + "/smaps_rollup");
  for (std::string line; std::getline(rollup, line);)
    if (line.rfind("Pss:", 0) == 0) sum += std::atol(line.c_str() + 4);
  DIR* tasks = opendir((folder + "/task").c_str());
  if (!tasks) return sum;
  while (const dirent* task = readdir(tasks)) {
    std::ifstream children(folder + "/task/" + task->d_name + "/children");
    for (pid_t child; children >> child;) sum += kilobytes_of(child);
  }
  closedir(tasks);
  return sum;
}

static long kilobytes_of_children() {
  long sum = 0;
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child; children >> child;) sum += kilobytes_of(child);
  return sum;
}

static double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto start = std::chrono::steady_clock::now();
  const pid_t command = fork();
  if (command == 0) {
    execvp(argv[2], argv + 2);
    std::perror(argv[2]);
    _exit(127);
  }
  if (command < 0) return 2;
  int result = 1;
  double wall = 0;
  long most = 0;
  for (;;) {
    int status;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended < 0) break;  // There are no more.
    if (ended == command) {
      wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (ended > 0) continue;
    const long now = kilobytes_of_children();
    if (now > most) most = now;
    usleep(PERIOD_US);
  }
  rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  std::ofstream(argv[1]) << wall << ' ' << seconds(usage.ru_utime) << ' ' << seconds(usage.ru_stime) << ' ' << most << '\n';
  return result;
}
