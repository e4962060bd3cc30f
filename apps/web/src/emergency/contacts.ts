import type { AlertEpisode } from '@mimamori/contract/alert'
import { telOf } from '../kit/tel-of.ts'

/** Somebody who can be called about a person, as a button names them. */
export type Contact = { readonly name: string; readonly phone: string }

type Concerned = Pick<AlertEpisode, 'userId' | 'phoneNumber' | 'leaderId' | 'leaderName' | 'leaderContact'>

/** The emergency number, which has a button of its own on every screen where somebody may need it. */
export const ambulance = '119'

const familyNameOf = (fullName: string | null): string => (fullName === null ? '' : ` ${fullName.split(/\s/)[0]}`)

/**
 * Whom to call about a person, the nearest first: the person, the leader of their group, the site's emergency contact.
 * Never the viewer, and no number twice.
 * @param sitePhone the emergency contact of the site; undefined where it is not known yet
 */
export const contactsOf = (concerned: Concerned, sitePhone: string | null | undefined, viewerId: number): Contact[] => {
  const { userId, phoneNumber, leaderId, leaderName, leaderContact } = concerned
  const candidates = [
    { id: userId, name: '本人', phone: phoneNumber },
    { id: leaderId, name: `職長${familyNameOf(leaderName)}`, phone: leaderContact },
    { id: null, name: '緊急連絡先', phone: sitePhone ?? null },
  ].flatMap(({ id, name, phone }) => (phone === null ? [] : [{ name, phone, tel: telOf(phone), isViewer: id === viewerId }]))
  const passed = new Set([telOf(ambulance), ...candidates.filter(({ isViewer }) => isViewer).map(({ tel }) => tel)])
  return candidates.flatMap(({ name, phone, tel }) => {
    if (passed.has(tel)) return []
    passed.add(tel)
    return [{ name, phone }]
  })
}
