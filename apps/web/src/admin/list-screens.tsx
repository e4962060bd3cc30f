import { labels } from '@mimamori/contract/labels'
import { Link } from '@tanstack/react-router'
import { TextFilter } from '../kit/filter-fields.tsx'
import { emailColumn, loginIdColumn, nameColumn, phoneColumn } from '../organisation/accounts/person-cells.tsx'
import { CompanyFilter } from '../organisation/offices/office-filters.tsx'
import { baseAdmin, contractAdmin, serviceAdmin } from './kinds.ts'
import { AdminList, companyColumn, officeColumn, type AdminColumn, type AdminListParams } from './list.tsx'

const linkedName = ({ view }: typeof contractAdmin | typeof baseAdmin): AdminColumn =>
  nameColumn((row) => (
    <Link to={view.path} params={{ id: String(row.userId) }}>
      {row.fullName}
    </Link>
  ))

const NameFilter = ({ list }: { readonly list: AdminListParams }) => (
  <TextFilter
    label={labels.user.fullName}
    placeholder="氏名またはフリガナ"
    value={list.filters.fullName}
    onChange={(fullName) => list.setFilters({ fullName })}
  />
)

const CompanyAndName = ({ list }: { readonly list: AdminListParams }) => (
  <>
    <CompanyFilter value={list.filters.companyId} onChange={(companyId) => list.setFilters({ companyId })} />
    <NameFilter list={list} />
  </>
)

const serviceColumns = [nameColumn(), loginIdColumn, phoneColumn, emailColumn]
const contractColumns = [linkedName(contractAdmin), loginIdColumn, companyColumn, phoneColumn, emailColumn]
const baseColumns = [linkedName(baseAdmin), loginIdColumn, companyColumn, officeColumn, phoneColumn, emailColumn]

/** /admin-unit-service/list */
export const ServiceAdminListScreen = () => (
  <AdminList kind={serviceAdmin} columns={serviceColumns} renderFilters={(list) => <NameFilter list={list} />} />
)

/** /admin-unit-contract/list */
export const ContractAdminListScreen = () => (
  <AdminList kind={contractAdmin} columns={contractColumns} renderFilters={(list) => <CompanyAndName list={list} />} />
)

/** /base-admin/list */
export const BaseAdminListScreen = () => (
  <AdminList kind={baseAdmin} columns={baseColumns} renderFilters={(list) => <CompanyAndName list={list} />} />
)
