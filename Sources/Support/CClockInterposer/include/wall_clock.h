#ifndef WALL_CLOCK_H
#define WALL_CLOCK_H

// Nothing is called here. A program that this target is part of has its own clock_gettime and the like, which come before those of
// the C library for everything in the process, and which write down who reads the machine's clock or chance (see CRuntimeProbe).

#endif
