import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { language } from './language.ts'
import { MadeOfficeLink, OfficeLinkPath, OfficeLinkRow } from './office-link.ts'
import { admins } from './role.ts'
import { listOf, Nothing, wireInteger } from './wire.ts'

/** Languages that a poster has room for. */
export const mostPosterLanguages = 3

const posterLanguages = z
  .string()
  .transform((text) => text.split(',').map((code) => code.trim()))
  .pipe(z.array(language).min(1).max(mostPosterLanguages))
  .transform((codes) => [...new Set(codes)])

/** The page behind a poster's QR code. It is no screen of the console's: it is open to everybody, without menu and session. */
export const siteReportPath = '/site-report'

const path = '/api/Office/:id/PosterLink'
const ofSite = z.object({ id: wireInteger(1) })

const [longCode, halfCode] = [6, 4]

/** The short code on a poster, by which somebody on the telephone says which one it is: the beginning of its link's number. */
export const posterCode = (linkId: string): string => {
  const code = linkId.slice(0, longCode).toUpperCase()
  return `${code.slice(0, halfCode)}-${code.slice(halfCode)}`
}

/** The name of a poster's link is the place where the poster is on the wall. It has no last day: a poster that stops by itself would cost a life. */
export const PosterLinkDraft = z.object({ name: requiredText(100) })

/** A new link with the address that is in the poster's QR code, this once. */
export const MadePosterLink = MadeOfficeLink.extend({ url: z.string() })
export type MadePosterLink = z.infer<typeof MadePosterLink>

/** The links behind the QR codes of a site's posters. */
export const posterLink = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '拠点の掲示のリンク。使えるものが先、秘密は含まない。',
    params: ofSite,
    answer: listOf(OfficeLinkRow),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary: '掲示のリンクを作る。名前は、掲示を貼る場所。秘密と住所（url）はこの答えにだけある。',
    params: ofSite,
    body: PosterLinkDraft,
    answer: MadePosterLink,
  }),
  renew: endpoint({
    method: 'POST',
    path: `${path}/:linkId/Renew`,
    permission: admins,
    summary: '掲示のリンクを止め、同じ場所の新しいリンクを作る。秘密と住所（url）はこの答えにだけある。',
    params: OfficeLinkPath,
    answer: MadePosterLink,
  }),
  paper: endpoint({
    method: 'GET',
    path: '/api/Office/:id/Poster',
    permission: admins,
    raw: true,
    summary:
      '拠点の掲示（PDF、A4）。X-Poster-Secret に、作ったばかりのリンクの秘密（secret）を付ける。languages は3つまでの言語を、コンマで区切る。はじめの言語を大きく書く。',
    params: ofSite,
    query: z.object({ languages: posterLanguages }),
    answer: z.string(),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:linkId`,
    permission: admins,
    summary: '掲示のリンクを止める。',
    params: OfficeLinkPath,
    answer: Nothing,
  }),
}
