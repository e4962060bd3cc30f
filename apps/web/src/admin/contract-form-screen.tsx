import { ContractAdminDraft } from '@mimamori/contract/person'
import { draftOf } from '../kit/form/draft-of.ts'
import { FormSection, WideField } from '../kit/form/form-section.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { accountFaults } from '../organisation/accounts/account-faults.ts'
import { PersonSection, SignInSection } from '../organisation/accounts/account-fields.tsx'
import { accountSchema } from '../organisation/accounts/account-schema.ts'
import { AccountState } from '../organisation/accounts/account-state.tsx'
import { cautionOf, companyCaution, isAnotherThan } from '../organisation/accounts/company-caution.ts'
import { ErasurePanel } from '../organisation/erasure/erasure-panel.tsx'
import { nameCaution } from '../organisation/accounts/name-caution.ts'
import { CompanyField } from '../organisation/offices/office-fields.tsx'
import { saveAccount } from '../organisation/accounts/save-account.ts'
import { AdminRecord, changeLinkOf, type AdminFormProps } from './admin-record.tsx'
import { contractAdmin } from './kinds.ts'

const { role, list } = contractAdmin
const schemas = { create: accountSchema(ContractAdminDraft, role, true), update: accountSchema(ContractAdminDraft, role, false) }

const ContractAdminForm = (props: AdminFormProps) => {
  const { mode, record, reload } = props
  const schema = schemas[mode === 'create' ? 'create' : 'update']
  const form = useResourceForm('contract-admin', {
    mode,
    list,
    schema,
    resource: 'user',
    initial: draftOf(schema, record),
    beforeSave: (values) => cautionOf([companyCaution(values, record), nameCaution(values)]),
    save: (values) => saveAccount(values, role, record),
    isAnother: isAnotherThan(record),
    faultsOf: (error, values, set) => accountFaults(error, values.userName, (suggestion) => set('userName', suggestion)),
    reload,
  })
  return (
    <ResourceForm list={list} mode={mode} form={form} aside={changeLinkOf(contractAdmin, props)}>
      <FormSection name="所属">
        <WideField>
          <CompanyField form={form} />
        </WideField>
      </FormSection>
      <PersonSection form={form} />
      <SignInSection form={form} />
    </ResourceForm>
  )
}

/** /admin-unit-contract/create/new */
export const ContractAdminCreateScreen = () => <ContractAdminForm mode="create" />

/** /admin-unit-contract/edit/{id} */
export const ContractAdminEditScreen = () => (
  <AdminRecord kind={contractAdmin}>
    {(record, reload) => (
      <>
        <ContractAdminForm mode="update" record={record} reload={reload} />
        <AccountState person={record} />
        <ErasurePanel userId={record.userId} />
      </>
    )}
  </AdminRecord>
)

/** /admin-unit-contract/view/{id} */
export const ContractAdminViewScreen = () => (
  <AdminRecord kind={contractAdmin}>{(record) => <ContractAdminForm mode="view" record={record} />}</AdminRecord>
)
