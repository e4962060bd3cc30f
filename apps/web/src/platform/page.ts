import type { ReactNode } from 'react'

/** Draws a whole page in the place of the one before. */
export type ShowPage = (page: ReactNode) => void
