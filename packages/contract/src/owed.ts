import type { MessageCode } from './messages.ts'

/** What a signed-in person may have to settle before anything else, in this order. */
export const owedThings = ['newPassword', 'secondFactor'] as const
export type Owed = (typeof owedThings)[number]

/** What is said of it: to callers, and on the screen that settles it. */
export const owedWords = { newPassword: 'owesNewPassword', secondFactor: 'owesSecondFactor' } as const satisfies Record<Owed, MessageCode>
