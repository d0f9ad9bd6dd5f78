// One time step of bodies that attract each other. Each work-item owns one body; the work-group reads all bodies tile
// by tile into local memory. x, y, z is the place, w the mass; bodies of mass 0 fill the last tile.
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nbody(__global const float4 *places, __global const float4 *velocities, __global float4 *newPlaces,
           __global float4 *newVelocities, uint tiles, float timeStep, float softening) {
  __local float4 tile[GROUP];
  const uint i = get_global_id(0);
  const uint lid = get_local_id(0);
  const float4 place = places[i];
  float4 acceleration = (float4)0.0f;
  for (uint t = 0; t < tiles; t++) {
    tile[lid] = places[t * GROUP + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < GROUP; j++) {
      const float4 other = tile[j];
      const float dx = other.x - place.x;
      const float dy = other.y - place.y;
      const float dz = other.z - place.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      const float factor = other.w * inverse * inverse * inverse;
      acceleration.x += factor * dx;
      acceleration.y += factor * dy;
      acceleration.z += factor * dz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float4 velocity = velocities[i] + acceleration * timeStep;
  float4 moved = place + velocity * timeStep;
  moved.w = place.w;
  newPlaces[i] = moved;
  newVelocities[i] = velocity;
}
