// The builtin library in one translation unit. Only the used functions are linked into a program. libclc comes after
// this library, so that a definition here replaces libclc's.
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
// Last: a definition hides clang's declaration of the same name.
#include "convert.cl"
