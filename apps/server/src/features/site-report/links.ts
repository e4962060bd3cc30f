import { type MadeOfficeLink, type MadePosterLink, type OfficeLinkDraft, siteReportPath } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { createOfficeLink, renewOfficeLink, revokeOfficeLink } from '../../shared/access-keys/office-links.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'

const kind = 'poster'

type PosterRequester = Requester & { readonly request: Pick<FastifyRequest, 'protocol' | 'host'> }

/** The address of the page behind a poster. The secret is behind the #, which no browser sends anywhere (decisions/0039). */
export const addressOfPoster = (
  { config }: Pick<Context, 'config'>,
  { request }: Pick<PosterRequester, 'request'>,
  { secret }: Pick<MadeOfficeLink, 'secret'>,
): string => `${config.publicUrl ?? `${request.protocol}://${request.host}`}${siteReportPath}#${secret}`

const withAddress = (context: Context, requester: PosterRequester, link: MadeOfficeLink): MadePosterLink => ({
  ...link,
  url: addressOfPoster(context, requester, link),
})

/** Makes a link for a poster at a place of a site. @throws as `createOfficeLink` */
export const createPosterLink = async (
  context: Context,
  requester: PosterRequester,
  officeId: number,
  { name }: Pick<OfficeLinkDraft, 'name'>,
): Promise<MadePosterLink> => {
  const change = { kind, officeId, requester, at: context.clock() } as const
  const made = await context.db.transaction().execute((trx) => createOfficeLink(trx, change, { name, endsOn: null }))
  return withAddress(context, requester, made)
}

/** Revokes a link and makes another of the same name: for a poster that was photographed or abused. @throws as `renewOfficeLink` */
export const renewPosterLink = async (
  context: Context,
  requester: PosterRequester,
  officeId: number,
  linkId: string,
): Promise<MadePosterLink> => {
  const change = { kind, officeId, requester, at: context.clock() } as const
  return withAddress(context, requester, await context.db.transaction().execute((trx) => renewOfficeLink(trx, change, linkId)))
}

/** @throws as `revokeOfficeLink` */
export const revokePosterLink = async ({ db, clock }: Context, requester: Requester, officeId: number, linkId: string): Promise<void> => {
  await db.transaction().execute((trx) => revokeOfficeLink(trx, { kind, officeId, requester, at: clock() }, linkId))
}
