import { endpoints } from '@mimamori/contract/endpoints'
import type { UserRole } from '@mimamori/contract/person'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FormMode } from '../kit/form/form-mode.ts'
import { ChangeLink } from '../kit/list-actions.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import type { AdminKind } from './kinds.ts'

/** What an administrator's form gets; without `record` it makes a new one. */
export type AdminFormProps = { readonly mode: FormMode; readonly record?: UserRole; readonly reload?: () => void }

type AdminRecordProps = { readonly kind: AdminKind; readonly children: (record: UserRole, reload: () => void) => ReactNode }

/** The administrator of the address. */
export const AdminRecord = ({ kind, children }: AdminRecordProps) => {
  const { id = '' } = useParams({ strict: false })
  return (
    <LoadedRecord list={kind.list} endpoint={endpoints.userRole.one} input={{ params: { id }, query: { role: kind.role } }}>
      {children}
    </LoadedRecord>
  )
}

/** Leads from a shown administrator to the form. */
export const changeLinkOf = (kind: AdminKind, { mode, record }: AdminFormProps): ReactNode =>
  mode === 'view' && record !== undefined && <ChangeLink to={kind.edit.path} params={{ id: String(record.userId) }} />
