import { message, type Owed, owedWords } from '@mimamori/contract'
import { Refusal } from './errors.ts'

/** The columns of `app_user as u` that say what somebody owes: whoever reads a person for a call selects them along. */
export const owedColumns = ['u.must_change_password'] as const

type Debtor = { readonly must_change_password: boolean }

/** What somebody has to settle before they may work, the first thing first. */
export const owedBy = ({ must_change_password: mustChange }: Debtor): Owed[] => (mustChange ? ['newPassword'] : [])

/** 403 that says what to settle first. */
export const refusedWhileOwing = (owed: Owed): Refusal => new Refusal(403, [message(owedWords[owed])])
