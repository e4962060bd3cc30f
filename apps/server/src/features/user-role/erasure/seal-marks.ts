import { z } from 'zod'
import type { PersonMarks } from '../../../shared/erasure/person-marks.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Config } from '../../../platform/config/config.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'

const texts = z.array(z.string())
const Marks = z.object({
  userId: z.number().int(),
  names: texts,
  readings: texts,
  loginIds: texts,
  workerCodes: texts,
  emails: texts,
  phones: texts,
  hasNamesake: z.boolean(),
})

type Secrets = Pick<Config, 'jwtSecrets'>

const sealed = ({ jwtSecrets }: Secrets) => sealedBy(jwtSecrets, 'erasure')
const ownerOf = ({ companyId, userId }: PersonKey) => `${companyId} ${userId}`

/** What an erased person was called, sealed: needed once more, to find what was written while they were erased. */
export const sealMarks = (secrets: Secrets, person: PersonKey, marks: PersonMarks): Buffer =>
  sealed(secrets).seal(JSON.stringify(marks), ownerOf(person))

/** The same, opened; undefined where the secret was replaced meanwhile. */
export const openMarks = (secrets: Secrets, person: PersonKey, marks: Buffer): PersonMarks | undefined => {
  const text = sealed(secrets).open(marks, ownerOf(person))
  return text === undefined ? undefined : Marks.parse(JSON.parse(text))
}
