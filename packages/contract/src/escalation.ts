import { z } from 'zod'
import { rotaTargets } from './duty-rota.ts'
import { endpoint } from './endpoint.ts'
import { admins, roles } from './role.ts'
import { wireInteger } from './wire.ts'

/** Why no personal notification reaches somebody. None of these people has a browser that receives notices. */
export const unreachedReasons = ['noAddress', 'refused', 'noMailSender'] as const
export type UnreachedReason = (typeof unreachedReasons)[number]

/** Somebody whom nothing reaches, and why. */
export const UnreachedPerson = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  role: z.enum(roles),
  reason: z.enum(unreachedReasons),
})
export type UnreachedPerson = z.infer<typeof UnreachedPerson>

/**
 * A step of an office's escalation that reaches nobody; of one group where the step notifies its leaders. Without a named
 * person, nobody holds the role.
 */
export const UnreachedStep = z.object({
  /** Null of a step that is the rota or a channel. */
  role: z.enum(roles).nullable(),
  rota: z.enum(rotaTargets).nullable(),
  /** The name of the notification channel, where the step is one: it is off, failing or deleted. */
  channel: z.string().nullable(),
  groupName: z.string().nullable(),
  people: z.array(UnreachedPerson),
})
export type UnreachedStep = z.infer<typeof UnreachedStep>

export const UnreachedOffice = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  /** True where no step of a group, or of the whole office, reaches anybody. */
  isNobodyReached: z.boolean(),
  steps: z.array(UnreachedStep).min(1),
})
export type UnreachedOffice = z.infer<typeof UnreachedOffice>

export const escalation = {
  unreached: endpoint({
    method: 'GET',
    path: '/api/Escalation/Unreached',
    permission: admins,
    summary: '再通知の段のうち、だれにも届かないもの。拠点ごと。officeId がなければ自分の会社のすべての拠点。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    answer: z.array(UnreachedOffice),
  }),
}

/** Why, as a sentence continues after the person's name. */
export const unreachedReasonNames: Record<UnreachedReason, string> = {
  noAddress: 'メールアドレスの登録がなく、通知も受け取っていません',
  refused: 'メールが宛先に届かず、通知も受け取っていません',
  noMailSender: 'サーバーにメールを送る設定がなく、通知も受け取っていません',
}
