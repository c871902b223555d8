/* Shifts the wall clock of a program. It is loaded with LD_PRELOAD and has no interface but an environment variable:

   SHIFTED_CLOCK  the seconds by which the clock is ahead, or negative behind

   Absolute times at which a wait ends are shifted back, because the kernel knows the real clock only. */
