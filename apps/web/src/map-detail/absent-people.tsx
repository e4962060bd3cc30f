import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { gradeOf } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportLabel } from '../marks/report-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { absentPeople, countByPlace, isInDanger, type Absent, type Place } from './absent.ts'
import styles from './absent-people.module.css'

/** A place, as a link to the map that shows it; there the person is chosen where it is about one. */
const PlaceLink = ({ place: { name, mapId }, userId }: { readonly place: Place; readonly userId?: number }) =>
  mapId === null ? (
    <span>{name}</span>
  ) : (
    <Link to={screens.mapDetail.path} params={{ id: String(mapId) }} search={{ UserId: userId }}>
      {name}
    </Link>
  )

const Person = ({ one: { worker, place } }: { readonly one: Absent }) => (
  <>
    <LevelMark grade={gradeOf(worker) ?? 'none'} hollow={worker.status === '0'} size={20} />
    <WorkerLink person={{ userId: worker.userId, baseName: null, groupName: null }} className={styles['name']}>
      {worker.workerName}
    </WorkerLink>
    <ReportLabel row={worker} />
    {worker.status === '0' && <SilentMark size={16} />}
    <span className={styles['place']}>
      <PlaceLink place={place} userId={worker.userId} />
    </span>
  </>
)

/** Who of the site is not on the map and where they are: those in danger by name, all others by place until one asks for them. */
export const AbsentPeople = ({ map }: { readonly map: SiteMap }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const people = absentPeople(map)
  if (people.length === 0) return null
  const dangers = people.filter(isInDanger)
  const others = people.filter((one) => !isInDanger(one))
  return (
    <section className={styles['absent']} aria-label="この図にいない人">
      <div className={styles['line']}>
        <b>この図にいない人 {people.length.toLocaleString('ja-JP')}人</b>
        {dangers.map((one) => (
          <span key={one.worker.userId} className={styles['danger']}>
            <Person one={one} />
          </span>
        ))}
        {countByPlace(others).map((place) => (
          <span key={`${place.mapId} ${place.name}`} className={styles['count']}>
            <PlaceLink place={place} /> <b>{place.count}</b>
          </span>
        ))}
        <Button size="small" className={styles['toggle'] ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '名前を閉じる' : '名前を見る'}
        </Button>
      </div>
      <ul id={id} className={styles['names']} hidden={!isOpen}>
        {isOpen &&
          people.map((one) => (
            <li key={one.worker.userId}>
              <Person one={one} />
            </li>
          ))}
      </ul>
    </section>
  )
}
