// Images that generated kernels read.
#ifndef ATOLL_TEST_GENERATOR_IMAGES_H
#define ATOLL_TEST_GENERATOR_IMAGES_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>
#include <vector>

/** Properties of images: channels of this type, RGBA, width and height in texels. */
struct ImageShape {
  std::string channel;
  size_t width = 0, height = 0;
};

/** A plane image of these texels, rows without gaps. @param error why there is none */
cl_mem create_image(cl_context context, const ImageShape& shape, std::vector<unsigned char>& texels, cl_int* error);

#endif
