#!/bin/sh
# Builds PolyBench/GPU, SHOC and Rodinia programs from their published sources, which are not part of this repository:
# build.sh NAME... makes build/clients/NAME. Folders polybenchGpu (sgrauerg/polybenchGpu), shoc (vetter/shoc) and
# gpu-rodinia (yuhc/gpu-rodinia) lie in $ATOLL_CLIENT_SOURCES, which `--sources` of the situations says.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
sources=$(cd "${ATOLL_CLIENT_SOURCES:?names a folder of clones}" 2>/dev/null && pwd) || {
  echo "no folder $ATOLL_CLIENT_SOURCES: clone the suites into it" >&2
  exit 1
}
out=$root/build/clients
mkdir -p "$out"

# needs FOLDER REPOSITORY
needs() {
  [ -d "$sources/$1" ] && return
  echo "no folder $sources/$1: clone the repository $2 there" >&2
  exit 1
}

# Problem sizes are macros; a header that finds N defines none of its own. Smaller than the suite's, for the reference on the host takes n^3 operations, too.
polybench() {
  needs polybenchGpu sgrauerg/polybenchGpu
  kernel=${1#PolyBench-}
  case $kernel in
    2DCONV) size='-DN=0 -DNI=2048 -DNJ=2048' ;;
    2MM | 3MM) size='-DN=0 -DNI=256 -DNJ=256 -DNK=256 -DNL=256 -DNM=256' ;;
    ATAX | BICG) size='-DN=0 -DNX=2048 -DNY=2048' ;;
    CORR | COVAR) size='-DM=256 -DN=256' ;;
    GEMM) size='-DN=0 -DNI=512 -DNJ=512 -DNK=512' ;;
    GESUMMV | MVT) size='-DN=2048' ;;
    JACOBI1D) size='-DN=4096 -DTSTEPS=500' ;;
    JACOBI2D) size='-DN=1024 -DTSTEPS=20' ;;
    LU) size='-DN=256' ;;
    SYRK | SYR2K) size='-DN=0 -DNI=256 -DNJ=256 -DNK=256 -DNL=256 -DNM=256' ;;
    *) size= ;;
  esac
  folder=$sources/polybenchGpu/OpenCL/$kernel
  # shellcheck disable=SC2086 # sizes are several words
  # It asks for GPUs, and goes on without a device where there is none, as with pocl.
  (cd "$folder" && sed 's/CL_DEVICE_TYPE_GPU/CL_DEVICE_TYPE_ALL/' ./*.c |
    gcc -x c -O2 -w -fcommon -DCL_TARGET_OPENCL_VERSION=120 $size -I"$sources/polybenchGpu/common" -o "$out/$1" - -lOpenCL -lm)
  cp "$folder"/*.cl "$out"
}

shoc() {
  needs shoc vetter/shoc
  tree=$out/shoc
  mkdir -p "$tree"
  [ -f "$tree/Makefile" ] || (cd "$tree" && "$sources/shoc/configure" --without-cuda --without-mpi CXXFLAGS='-O2 -w -std=c++11 -fpermissive')
  # SHOC calls its folders as its programs, in lower case.
  folder=$tree/src/opencl/level1/$(echo "${1#SHOC-}" | tr '[:upper:]' '[:lower:]')
  for each in "$tree/src/common" "$tree/src/opencl/common" "$folder"; do make -C "$each"; done
  cp "$folder/${1#SHOC-}" "$out/$1"
}

rodinia() {
  needs gpu-rodinia yuhc/gpu-rodinia
  folder=$sources/gpu-rodinia/opencl/lud
  g++ -O2 -w -DCL_TARGET_OPENCL_VERSION=120 -DTIMING -I"$folder/common" -I"$folder/../util" -o "$out/$1" \
    "$folder/ocl/lud.cpp" "$folder/common/common.c" "$folder/../util/timing.c" -lOpenCL
  cp "$folder/lud_kernel.cl" "$out"
}

for name; do
  case $name in
    PolyBench-*) polybench "$name" ;;
    SHOC-*) shoc "$name" ;;
    Rodinia-lud) rodinia "$name" ;;
    *) echo "build.sh knows no $name" >&2 && exit 1 ;;
  esac
done
