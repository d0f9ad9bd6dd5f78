#!/usr/bin/python3
"""Filters of OpenCV's transparent API, compared with the same on the processor."""

import os

# Without it OpenCV takes GPUs only, and computes on the processor itself where it finds none, as with pocl.
os.environ["OPENCV_OPENCL_DEVICE"] = "::0"

import cv2
import numpy

cv2.ocl.setUseOpenCL(True)
if not cv2.ocl.useOpenCL():
    raise SystemExit("Failed: OpenCV does not use OpenCL")
picture = numpy.random.default_rng(1).integers(0, 256, (480, 640), dtype=numpy.uint8)


def filtered(image):
    soft = cv2.GaussianBlur(image, (5, 5), 1.5)
    edges = cv2.Sobel(soft, cv2.CV_16S, 1, 0)
    return cv2.resize(cv2.convertScaleAbs(edges), (320, 240), interpolation=cv2.INTER_LINEAR)


on_device = filtered(cv2.UMat(picture)).get()
cv2.ocl.setUseOpenCL(False)
difference = cv2.absdiff(on_device, filtered(picture))
print("Passed!" if int(difference.max()) <= 1 else f"Failed: {int(difference.max())}")
