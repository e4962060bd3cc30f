import type { Role } from '@mimamori/contract/role'
import { passwordsOf } from '@mimamori/contract/person'
import { z } from 'zod'

/** The fields of an account with its two passwords, which must agree: what a form of people checks. */
export const accountSchema = <Shape extends z.core.$ZodLooseShape>(draft: z.ZodObject<Shape>, role: Role, isNew: boolean) =>
  // A new password is asked for twice; the server, whose other clients send it once, asks for it once.
  draft.extend({ ...passwordsOf(role, isNew).shape, confirmPassword: isNew ? z.string().min(1) : z.string().optional() }).refine(
    (given) => {
      const { password, confirmPassword } = given as { password?: string; confirmPassword?: string }
      return (password ?? '') === (confirmPassword ?? '')
    },
    // Said together with the faults of the other fields, not only once those are mended.
    { path: ['confirmPassword'], params: { rule: 'confirmPassword' }, when: () => true },
  )
