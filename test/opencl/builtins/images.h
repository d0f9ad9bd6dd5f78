// Images of the campaign: creation, and the test of the formats.
#pragma once
#include "integers.h"

inline cl_mem make_image(const Fixture& f, cl_mem_object_type type, cl_image_format format, const size_t* size, const void* contents) {
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = size[0];
  bool row_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY, layers = type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  desc.image_height = row_array || type == CL_MEM_OBJECT_IMAGE1D ? 0 : size[1];
  desc.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
  desc.image_array_size = row_array ? size[1] : layers ? size[2] : 0;
  cl_int error;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem image = clCreateImage(f.context, flags, &format, &desc, const_cast<void*>(contents), &error);
  if (error) printf("clCreateImage: %d\n", error), exit(2);
  return image;
}

/** Every supported format: a kernel's writes, byte for byte, and its reads. */
void run_formats(const Fixture& f, const Effort& effort);
