import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import styles from './side-panel.module.css'

/** What may be decided after a site has begun, with the way to each. */
export const LaterPanel = ({ officeId }: { readonly officeId: number }) => {
  const id = useId()
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          あとで決めてもよいこと
        </h2>
      </header>
      <dl className={styles['later']}>
        <div>
          <dt>
            <Link to={screens.officeSetting.path} search={{ officeId }}>
              通知先と判定の時間
            </Link>
          </dt>
          <dd>会社の値で始まります</dd>
        </div>
        <div>
          <dt>
            <Link to={screens.groupList.path} search={{ officeId }}>
              グループ
            </Link>
          </dt>
          <dd>班ごとに職長が見守れます</dd>
        </div>
        <div>
          <dt>
            <Link to={screens.mapSetting.path} search={{ OfficeId: officeId }}>
              マップ
            </Link>
          </dt>
          <dd>図面がなくても使えます</dd>
        </div>
        <div>
          <dt>
            <Link to={screens.drillList.path} search={{ officeId }}>
              訓練
            </Link>
          </dt>
          <dd>通知が届くか、先に試せます</dd>
        </div>
      </dl>
    </section>
  )
}
