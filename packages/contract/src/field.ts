import { z } from 'zod'
import { isMailAddress } from './mail-address.ts'

// Full-width digits and letters, half-width kana and full-width spaces are how people type; codes and numbers are
// brought to one form (NFKC), names stay as typed. See decisions/0011.
const normalised = z.string().transform((text) => text.normalize('NFKC').trim())

/** Text that must be there, as typed. */
export const requiredText = (max: number) => z.string().trim().min(1).max(max)

/** Text that may be left out; empty counts as absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === '' || text === undefined ? null : text))

/** A code: required, brought to one form, at most 100 characters. */
export const Code = normalised.pipe(z.string().min(1).max(100))

/** A code that may be left out. */
export const optionalCode = (max: number) =>
  z
    .string()
    .nullish()
    .transform((text) => text?.normalize('NFKC').trim() || null)
    .pipe(z.string().max(max).nullable())

/** A person's name, full-width space between family and given name, as typed. */
export const PersonName = requiredText(100)

/** Half-width digits and hyphens, at most 15. */
export const Phone = z
  .string()
  .nullish()
  .transform(
    (text) =>
      text
        ?.normalize('NFKC')
        .replaceAll(/[‐‑‒–—―−ー]/g, '-')
        .trim() || null,
  )
  .pipe(
    z
      .string()
      .max(15)
      .refine((text) => /^[0-9-]+$/.test(text), { params: { rule: 'phone' } })
      .nullable(),
  )

/** The mail address of an account (`isMailAddress`), at most 64 characters; it may be left out. */
export const Email = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)
  .pipe(
    z
      .string()
      .max(64)
      .refine(isMailAddress, { params: { rule: 'email' } })
      .nullable(),
  )

/** An address of a group: the customer's own, stricter form (spec §9). */
export const AlertEmail = z
  .string()
  .trim()
  .max(64)
  .refine((text) => /^[A-Za-z0-9._-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,6}$/.test(text), { params: { rule: 'email' } })

/** A sign-in name: half-width letters, digits and . _ - @, unique everywhere without regard to case. */
export const LoginId = normalised.pipe(
  z
    .string()
    .min(1)
    .max(100)
    .refine((text) => /^[A-Za-z0-9._@-]+$/.test(text), { params: { rule: 'loginId' } }),
)
