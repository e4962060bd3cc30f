import { ReferenceChangeNotice } from '../organisation/heat-profile/reference-change-notice.tsx'
import { UnreachedNotice } from '../organisation/settings/unreached-notice.tsx'

type Props = { readonly officeId: number | undefined; readonly hasPeople: boolean }

/** What administrators of a site or a company have to see to: whom nothing reaches, and whose reference value fell. */
export const AdminNotices = ({ officeId, hasPeople }: Props) => (
  <>
    {hasPeople && <UnreachedNotice officeId={officeId} />}
    <ReferenceChangeNotice officeId={officeId} />
  </>
)
