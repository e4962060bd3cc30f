import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { message } from '@mimamori/contract/messages'
import { consentMeansNames } from '@mimamori/contract/own-data'
import { WorkerDraft, type UserRole } from '@mimamori/contract/person'
import { useParams } from '@tanstack/react-router'
import { DateField } from '../kit/form/date-field.tsx'
import { FormSection } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { accountFaults } from '../organisation/accounts/account-faults.ts'
import { ContactFields, LoginIdField, NameFields, PasswordFields } from '../organisation/accounts/account-fields.tsx'
import { accountSchema } from '../organisation/accounts/account-schema.ts'
import { AccountState } from '../organisation/accounts/account-state.tsx'
import { useOfficeFromAddress } from '../organisation/offices/office-from-address.ts'
import { cautionOf, companyCaution, isAnotherThan } from '../organisation/accounts/company-caution.ts'
import { ErasurePanel } from '../organisation/erasure/erasure-panel.tsx'
import { nameCaution } from '../organisation/accounts/name-caution.ts'
import { CompanyAndOfficeFields } from '../organisation/offices/office-fields.tsx'
import { saveAccount } from '../organisation/accounts/save-account.ts'
import { useViewer } from '../platform/viewer.ts'
import { showsBelts } from './belts.ts'
import { clearDevices, DeviceField } from './device-field.tsx'
import { LanguageField } from './language-field.tsx'
import { workerDraft, type WorkerOffice } from './form-draft.ts'
import { WorkerHeart } from './worker-heart.tsx'
import { WorkerHeat } from './worker-heat.tsx'

const list = screens.workerList

/** Who recorded the consent of a worker, or that it was withdrawn, and of which text. */
const consentRecordWords = (record: UserRole | undefined): string => {
  if (record?.consentMeans == null) return ''
  const version = record.consentVersion === null ? '' : `・説明の第${record.consentVersion}版`
  return `最後の記録：${consentMeansNames[record.consentMeans]}${version}`
}

const schemas = { create: accountSchema(WorkerDraft, 'User', true), update: accountSchema(WorkerDraft, 'User', false) }

const genders = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
  { value: 3, label: 'その他' },
]

/** What a save brings with it that the form does not show. */
const cautionsOf = (
  values: { readonly fullName: string; readonly furigana: string; readonly companyId: number | null; readonly officeId: number },
  record: UserRole | undefined,
) => {
  const leaves = record !== undefined && record.groupId !== null && record.officeId !== values.officeId
  const leavesCompany = companyCaution(values, record)
  return cautionOf([
    leavesCompany,
    ...(leaves && leavesCompany === undefined ? [message('leavesGroup', { name: record.fullName, group: record.groupName ?? '' })] : []),
    // Who headed the group is a worker again.
    ...(leaves && record.role !== 'User' ? [message('C039', { count: 1 })] : []),
    nameCaution(values),
  ])
}

type WorkerFormProps = { readonly office: WorkerOffice; readonly record?: UserRole; readonly reload?: () => void }

const WorkerForm = ({ office, record, reload }: WorkerFormProps) => {
  const viewer = useViewer()
  const mode = record === undefined ? 'create' : 'update'
  const form = useResourceForm('worker', {
    mode,
    list,
    schema: schemas[mode],
    resource: 'user',
    initial: workerDraft(record, office),
    beforeSave: (values) => cautionsOf(values, record),
    save: (values) => saveAccount(values, 'User', record),
    isAnother: isAnotherThan(record),
    faultsOf: (error, values, set) => accountFaults(error, values.userName, (suggestion) => set('userName', suggestion)),
    reload,
  })
  return (
    <ResourceForm list={list} mode={mode} form={form}>
      <FormSection name="所属">
        <CompanyAndOfficeFields form={form} onChange={() => clearDevices(form)} />
        <TextField form={form} name="affiliation1" placeholder="例 青葉電設工業株式会社" hint="100文字まで" />
        <TextField form={form} name="affiliation2" hint="100文字まで" />
        <TextField form={form} name="affiliation3" hint="100文字まで" />
      </FormSection>
      <FormSection name="本人">
        <NameFields form={form} />
        <DateField form={form} name="dateOfBirth" placeholder="例 1971/05/18" hint="心拍の上限を年齢から決めます。" />
        <RadioField form={form} name="gender" choices={genders} />
        <LanguageField form={form} />
        <ContactFields form={form} />
      </FormSection>
      <FormSection name="アカウント" note="作業者コードは登録後に変更できません。">
        <LoginIdField form={form} />
        <TextField
          form={form}
          name="workerCode"
          face="id"
          hint="255文字まで"
          {...(mode === 'update' && { locked: '登録後は変更できません。' })}
        />
        <PasswordFields form={form} />
      </FormSection>
      <FormSection name="機器" note="ほかの作業者が使用中の機器は選べません。">
        <DeviceField form={form} slot="body" userId={record?.userId} />
        {showsBelts(viewer) && <DeviceField form={form} slot="belt" userId={record?.userId} />}
      </FormSection>
      <FormSection name="測定への同意" note={`心拍などの健康に関わる値を測ることへの、本人の同意です。${consentRecordWords(record)}`}>
        <DateField form={form} name="consentAt" hint="本人の画面のほかに、書面などで同意を受けた日" />
        <DateField form={form} name="consentWithdrawnAt" hint="同意を取り消したいと申し出を受けた日" />
      </FormSection>
      <WorkerHeart form={form} />
      <WorkerHeat form={form} record={record} />
    </ResourceForm>
  )
}

/** /worker/create?OfficeId= */
export const WorkerCreateScreen = () => {
  const office = useOfficeFromAddress()
  return office === undefined ? <LoadingOverlay /> : <WorkerForm office={office} />
}

/** /worker/edit/{id} */
export const WorkerEditScreen = () => {
  const { id = '' } = useParams({ strict: false })
  return (
    <LoadedRecord list={list} endpoint={endpoints.userRole.one} input={{ params: { id }, query: { role: 'User' } }}>
      {(record, reload) => (
        <>
          <WorkerForm office={record} record={record} reload={reload} />
          <AccountState person={record} />
          <ErasurePanel userId={record.userId} />
        </>
      )}
    </LoadedRecord>
  )
}
