#!/usr/bin/python3
"""Elementwise kernels, a reduction and a scan of pyopencl on the first device, compared with numpy."""

import numpy
import pyopencl
import pyopencl.array
import pyopencl.reduction
import pyopencl.scan

device = pyopencl.get_platforms()[0].get_devices()[0]
context = pyopencl.Context([device])
queue = pyopencl.CommandQueue(context)
rng = numpy.random.default_rng(1)
a = rng.random(1 << 18, dtype=numpy.float32)
b = rng.random(1 << 18, dtype=numpy.float32)
on_device = [pyopencl.array.to_device(queue, each) for each in (a, b)]
total = (on_device[0] * on_device[1] + 2).get()
dot = pyopencl.array.dot(on_device[0], on_device[1]).get()
integers = numpy.arange(1 << 16, dtype=numpy.int32) % 7
scanned = pyopencl.array.to_device(queue, integers)
pyopencl.scan.InclusiveScanKernel(context, numpy.int32, "a + b", neutral="0")(scanned)
good = numpy.allclose(total, a * b + 2)
good = good and bool(abs(dot - numpy.dot(a.astype(numpy.float64), b)) < 1)
good = good and numpy.array_equal(scanned.get(), numpy.cumsum(integers, dtype=numpy.int32))
print("Passed!" if good else "Failed")
