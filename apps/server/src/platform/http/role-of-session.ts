import { parseRole, type Role } from '@mimamori/contract'

/**
 * The role that a session has: its person's; the narrowest where a card opened it, whatever the person may do by their password
 * (decisions/0130). Whatever reads a role through a session asks this. Undefined for a role that is none.
 */
export const roleOfSession = ({ role, by_card: byCard }: { readonly role: string; readonly by_card: boolean }): Role | undefined =>
  byCard ? 'User' : parseRole(role)
