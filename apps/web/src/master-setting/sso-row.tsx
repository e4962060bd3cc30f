import { screens } from '@mimamori/contract/screens'
import { identityProvider } from '@mimamori/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { Button } from 'antd'
import { TitledPanel } from '../organisation/panels/titled-panel.tsx'
import { queryOf } from '../platform/query.ts'
import styles from './sso-row.module.css'

const ButtonLink = createLink(Button)

const stateOf = (enabled: '0' | '1' | undefined) => {
  if (enabled === undefined) return '会社の認証サービスで、見守りにログインできるようにします。'
  return enabled === '1'
    ? '使っています。この会社の人は、会社の認証サービスでもログインできます。'
    : '使っていません。会社の認証サービスで、見守りにログインできるようにします。'
}

/** Whether a company's people sign in at a provider of its own, and the way to where that is set. */
export const SsoRow = ({ companyId }: { readonly companyId: number }) => {
  const { data } = useQuery({ ...queryOf(identityProvider.one, { params: { id: companyId } }), staleTime: 0 })
  return (
    <div className={styles['row']}>
      <TitledPanel
        title={screens.identityProvider.title}
        note={stateOf(data?.enabled)}
        buttons={
          <ButtonLink to={screens.identityProvider.path} search={{ companyId }}>
            設定を開く
          </ButtonLink>
        }
      />
    </div>
  )
}
