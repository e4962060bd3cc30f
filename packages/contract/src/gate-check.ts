import { z } from 'zod'
import { CheckQuestion } from './check-questions.ts'
import { CheckAnswers } from './morning-check.ts'
import { endpoint } from './endpoint.ts'
import { language } from './language.ts'
import { MadeOfficeLink, OfficeLinkDraft, OfficeLinkPath, OfficeLinkRow } from './office-link.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, Nothing, unlessEmpty, wireInteger } from './wire.ts'

/** Without a touch for so long the tablet shows its start again. Customer's figure. */
export const gateIdleSeconds = 30

/** Cards that are not known which one link may show in `unknownCardMinutes`; beyond it no card is read. Project choice. */
export const mostUnknownCards = 20
export const unknownCardMinutes = 10

const card = z.string().trim().min(1).max(100)

/** The check at the gate: a tablet that nobody is signed in on, by a link of the site (decisions/0135). */
export const gateCheck = {
  site: endpoint({
    method: 'GET',
    path: '/api/GateCheck',
    permission: 'morningCheck',
    summary: '門のタブレットの朝礼チェック。拠点の名前、質問、受け付ける時刻。人の名前は含まない。',
    answer: z.object({
      officeName: z.string(),
      date: Day,
      questions: z.array(CheckQuestion),
      /** Answers are taken from the beginning of the working day until then. */
      closesAt: Instant,
      /** When the next working day begins. */
      nextAt: Instant,
      now: Instant,
    }),
  }),
  person: endpoint({
    method: 'POST',
    path: '/api/GateCheck/Card',
    permission: 'morningCheck',
    summary: '読み取った作業者証の人の名前と言語。前の答えは返さない。知らないカードは404、続けば429。',
    body: z.object({ card }),
    answer: z.object({ fullName: z.string(), furigana: z.string(), language: language.nullable() }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/GateCheck',
    permission: 'morningCheck',
    summary: '作業者証の人の答え。at が受付時間の中なら、あとから送ってもよい。要注意かどうかは返さない。',
    body: z
      .object({ card, answers: CheckAnswers.default({}), refused: z.boolean().default(false), at: unlessEmpty(Instant) })
      .refine(({ answers, refused }) => refused === (Object.keys(answers).length === 0), {
        path: ['answers'],
        params: { rule: 'checkAnswers' },
      }),
    answer: Nothing,
  }),
}

const path = '/api/Office/:id/MorningCheckLink'
const ofSite = z.object({ id: wireInteger(1) })

/** Links by which a tablet at the gate takes answers. */
export const morningCheckLink = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '門のタブレットで朝礼チェックを開くリンク。使えるものが先、秘密は含まない。',
    params: ofSite,
    answer: listOf(OfficeLinkRow),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary: '門のタブレットのリンクを作る。秘密はこの答えにだけある。endsOn は使える最後の日、なければ期限なし。',
    params: ofSite,
    body: OfficeLinkDraft,
    answer: MadeOfficeLink,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:linkId`,
    permission: admins,
    summary: '門のタブレットのリンクを止める。',
    params: OfficeLinkPath,
    answer: Nothing,
  }),
}
