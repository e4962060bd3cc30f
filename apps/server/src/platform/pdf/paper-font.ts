/** The family that papers are set in; its bold is cut for it. */
export const paperFont = 'Noto Sans JP'
