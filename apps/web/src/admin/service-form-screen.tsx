import { ServiceAdminDraft } from '@mimamori/contract/person'
import { draftOf } from '../kit/form/draft-of.ts'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { accountFaults } from '../organisation/accounts/account-faults.ts'
import { PersonSection, SignInSection } from '../organisation/accounts/account-fields.tsx'
import { accountSchema } from '../organisation/accounts/account-schema.ts'
import { AccountState } from '../organisation/accounts/account-state.tsx'
import { ErasurePanel } from '../organisation/erasure/erasure-panel.tsx'
import { nameCaution } from '../organisation/accounts/name-caution.ts'
import { saveAccount } from '../organisation/accounts/save-account.ts'
import { AdminRecord, type AdminFormProps } from './admin-record.tsx'
import { serviceAdmin } from './kinds.ts'

const { role, list } = serviceAdmin
const schemas = { create: accountSchema(ServiceAdminDraft, role, true), update: accountSchema(ServiceAdminDraft, role, false) }

const ServiceAdminForm = ({ mode, record, reload }: AdminFormProps) => {
  const schema = schemas[mode === 'create' ? 'create' : 'update']
  const form = useResourceForm('service-admin', {
    mode,
    list,
    schema,
    resource: 'user',
    initial: draftOf(schema, record),
    beforeSave: (values) => nameCaution(values) ?? true,
    save: (values) => saveAccount(values, role, record),
    faultsOf: (error, values, set) => accountFaults(error, values.userName, (suggestion) => set('userName', suggestion)),
    reload,
  })
  return (
    <ResourceForm list={list} mode={mode} form={form}>
      <PersonSection form={form} />
      <SignInSection form={form} />
    </ResourceForm>
  )
}

/** /admin-unit-service/create/new */
export const ServiceAdminCreateScreen = () => <ServiceAdminForm mode="create" />

/** /admin-unit-service/edit/{id} */
export const ServiceAdminEditScreen = () => (
  <AdminRecord kind={serviceAdmin}>
    {(record, reload) => (
      <>
        <ServiceAdminForm mode="update" record={record} reload={reload} />
        <AccountState person={record} />
        <ErasurePanel userId={record.userId} />
      </>
    )}
  </AdminRecord>
)
