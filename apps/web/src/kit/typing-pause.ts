/** After the last key, long enough to finish a number (spec §9). */
export const typingPauseMs = 400
