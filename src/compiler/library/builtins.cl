// The builtin library in one translation unit. A program gets only the functions that it uses; those of libclc come after
// ours, so that a definition here replaces libclc's.
#include "work-item.cl"
#include "integer.cl"
#include "common.cl"
#include "math.cl"
#include "geometric.cl"
#include "media.cl"
#include "gamma.cl"
#include "loops.cl"
#include "half.cl"
#include "async-copy.cl"
#include "shuffle.cl"
#include "image.cl"
// Last: what clang declares by itself is hidden by a definition of the same name.
#include "convert.cl"
