{
  "targets": [
    {
      "target_name": "atoll_native",
      "sources": [
        "native/addon.cc",
        "native/arguments.cc",
        "native/kernel_workers.cc",
        "native/blocking.cc",
        "native/call_table.cc",
        "native/decisions.cc",
        "native/descriptors.cc",
        "native/exact_text.cc",
        "native/filter.cc",
        "native/fpu.cc",
        "native/futex.cc",
        "native/guest_memory.cc",
        "native/hash.cc",
        "native/image_environment.cc",
        "native/needed_library.cc",
        "native/inspection.cc",
        "native/interceptor.cc",
        "native/interruptible_wait.cc",
        "native/kernel_worker.cc",
        "native/kernel_code.cc",
        "native/kernel_imports.cc",
        "native/kernel_library.cc",
        "native/kernel_sites.cc",
        "native/mapping.cc",
        "native/memfd.cc",
        "native/notifier.cc",
        "native/open_files.cc",
        "native/paths.cc",
        "native/registers.cc",
        "native/session.cc",
        "native/session_config.cc",
        "native/signals.cc",
        "native/spawn.cc",
        "native/stream.cc",
        "native/timed_transfer.cc",
        "native/tracer.cc",
        "native/tracer_calls.cc",
        "native/tracer_inspect.cc",
        "native/tracer_restart.cc",
        "native/tracer_stall.cc",
        "native/tracer_watch.cc",
        "native/tripwires.cc",
        "native/watched_files.cc"
      ],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=9", "NODE_ADDON_API_CPP_EXCEPTIONS", "_GNU_SOURCE"],
      # Node unloads an addon with the last Worker that used it; our threads and signal handler must stay mapped.
      "ldflags": ["-Wl,-z,nodelete"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17", "-fno-rtti"],
      "cflags_cc": ["-std=c++20", "-fexceptions", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-O2"]
    },
    {
      # A program of its own: what it does to itself, clang inherits.
      "target_name": "atoll-confine",
      "type": "executable",
      "sources": ["native/confine/landlock.cc", "native/confine/main.cc"],
      "defines": ["_GNU_SOURCE"],
      # It starts before each clang: without libraries that it does not need.
      "ldflags": ["-Wl,--as-needed"],
      "cflags_cc!": ["-std=gnu++17"],
      "cflags_cc": ["-std=c++20", "-Wall", "-Wextra", "-O2"]
    }
  ]
}
