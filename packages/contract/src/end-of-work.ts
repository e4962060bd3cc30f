import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'
import { wireInteger } from './wire.ts'

const id = wireInteger(1).nullish()

/** Whose work has ended: a person's, a group's or a whole site's, one of the three. */
export const EndOfWork = z
  .object({ userId: id, groupId: id, officeId: id })
  .refine((draft) => Object.values(draft).filter((value) => value != null).length === 1, { params: { rule: 'endOfWork' } })
export type EndOfWork = z.infer<typeof EndOfWork>

export const endOfWork = {
  end: endpoint({
    method: 'POST',
    path: '/api/EndOfWork',
    permission: [...admins, ...leaders],
    summary:
      '作業終了。作業者、グループまたは拠点の人の受信の途絶を、それぞれの次の受信まで知らせない。体調デバイスを着けている人を数えて返す。',
    body: EndOfWork,
    answer: z.object({ count: z.number().int() }),
  }),
}
