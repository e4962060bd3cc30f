import { CompanyDraft, type Company } from '@mimamori/contract/company'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { useParams } from '@tanstack/react-router'
import { FormSection } from '../kit/form/form-section.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { call } from '../platform/api.ts'

const list = screens.companyList

const CompanyForm = ({ record, reload }: { readonly record?: Company; readonly reload?: () => void }) => {
  const mode = record === undefined ? 'create' : 'update'
  const form = useResourceForm('company', {
    mode,
    list,
    schema: CompanyDraft,
    resource: 'company',
    initial: { officeCode: record?.officeCode ?? '', companyName: record?.companyName ?? '' },
    save: (values) =>
      record === undefined
        ? call(endpoints.company.create, { body: values })
        : call(endpoints.company.update, { body: { ...values, companyId: record.companyId, version: record.version } }),
    reload,
  })
  return (
    <ResourceForm list={list} mode={mode} form={form}>
      <FormSection name="会社">
        <TextField form={form} name="officeCode" face="id" hint="100文字まで。ほかの会社と重ならないコード" />
        <TextField form={form} name="companyName" hint="100文字まで" />
      </FormSection>
    </ResourceForm>
  )
}

/** /company/create/new */
export const CompanyCreateScreen = () => <CompanyForm />

/** /company/edit/{id} */
export const CompanyEditScreen = () => {
  const { id = '' } = useParams({ strict: false })
  return (
    <LoadedRecord list={list} endpoint={endpoints.company.one} input={{ params: { id } }}>
      {(record, reload) => <CompanyForm record={record} reload={reload} />}
    </LoadedRecord>
  )
}
