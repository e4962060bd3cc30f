import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { BaseAdminDraft } from '@mimamori/contract/person'
import { useQuery } from '@tanstack/react-query'
import { draftOf } from '../kit/form/draft-of.ts'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { passwordFaults } from '../organisation/accounts/account-faults.ts'
import { PasswordFields, PersonSection } from '../organisation/accounts/account-fields.tsx'
import { accountSchema } from '../organisation/accounts/account-schema.ts'
import { AccountState } from '../organisation/accounts/account-state.tsx'
import { cautionOf, companyCaution, isAnotherThan } from '../organisation/accounts/company-caution.ts'
import { ErasurePanel } from '../organisation/erasure/erasure-panel.tsx'
import { nameCaution } from '../organisation/accounts/name-caution.ts'
import { CompanyAndOfficeFields } from '../organisation/offices/office-fields.tsx'
import { saveAccount } from '../organisation/accounts/save-account.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { AdminRecord, changeLinkOf, type AdminFormProps } from './admin-record.tsx'
import { baseAdmin } from './kinds.ts'

const { role, list } = baseAdmin
const schemas = { create: accountSchema(BaseAdminDraft, role, true), update: accountSchema(BaseAdminDraft, role, false) }

/** The login ID the system has made, or is about to make once the office is chosen. */
const LoginId = ({ userName, officeId }: { readonly userName: string | undefined; readonly officeId: number | null }) => {
  const preview = useQuery({
    ...queryOf(endpoints.userRole.nextUserId, { query: { role, officeId: officeId ?? undefined } }),
    enabled: userName === undefined && officeId !== null,
    staleTime: 0,
  })
  const shown = userName ?? preview.data?.userName
  if (shown === undefined) return <FixedField label={labels.user.userName} value="拠点を選ぶと決まります。" />
  return <FixedField label={labels.user.userName} value={<span className="id">{shown}</span>} />
}

const BaseAdminForm = (props: AdminFormProps) => {
  const { mode, record, reload } = props
  const viewer = useViewer()
  const schema = schemas[mode === 'create' ? 'create' : 'update']
  const form = useResourceForm('base-admin', {
    mode,
    list,
    schema,
    resource: 'user',
    initial: draftOf(schema, record ?? { companyId: viewer.companyId, officeId: viewer.officeId }),
    beforeSave: (values) => cautionOf([companyCaution(values, record), nameCaution(values)]),
    save: (values) => saveAccount(values, role, record),
    isAnother: isAnotherThan(record),
    faultsOf: passwordFaults,
    reload,
  })
  const { officeId } = form.draft
  return (
    <ResourceForm list={list} mode={mode} form={form} aside={changeLinkOf(baseAdmin, props)}>
      <FormSection name="所属">
        <CompanyAndOfficeFields form={form} />
      </FormSection>
      <PersonSection form={form} />
      <FormSection name="アカウント" note="ログインIDは自動で決まり、変更できません。保存したときに確定します。">
        <LoginId userName={record?.userName} officeId={officeId === null || officeId === undefined ? null : Number(officeId)} />
        <span />
        <PasswordFields form={form} />
      </FormSection>
    </ResourceForm>
  )
}

/** /base-admin/create/new */
export const BaseAdminCreateScreen = () => <BaseAdminForm mode="create" />

/** /base-admin/edit/{id} */
export const BaseAdminEditScreen = () => (
  <AdminRecord kind={baseAdmin}>
    {(record, reload) => (
      <>
        <BaseAdminForm mode="update" record={record} reload={reload} />
        <AccountState person={record} />
        <ErasurePanel userId={record.userId} />
      </>
    )}
  </AdminRecord>
)

/** /base-admin/view/{id} */
export const BaseAdminViewScreen = () => (
  <AdminRecord kind={baseAdmin}>{(record) => <BaseAdminForm mode="view" record={record} />}</AdminRecord>
)
