import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Preferences } from '../../contract/accounts/preferences.ts'
import type { Side } from '../../stores/accounts/company.ts'
import { load as loadProfile, profile as person } from '../../stores/accounts/own-profile.ts'
import * as store from '../../stores/accounts/preferences.ts'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { NotificationTable } from './NotificationTable.tsx'

type Props = {
  side: Side
  /** What more is chosen with them. */
  children?: ((preferences: Preferences) => ReactNode) | undefined
}

/** What a person chose for themselves: the notifications, and what a side adds. */
export const PreferencesPart = ({ side, children }: Props) => {
  const state = useStore(store.preferences)
  const who = useStore(person)
  useEffect(() => {
    void store.load()
    void loadProfile()
  }, [])
  // Not known yet = nothing is said to be missing.
  const unbound =
    who.at === 'ready'
      ? { mail: who.content.email === '', sms: who.content.mobile === '' }
      : { mail: false, sms: false }
  return (
    <Shown
      state={state}
      what="偏好设置"
      permission="corpCenter"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={18} className="min-h-[680px]" />}
    >
      {(preferences) => (
        <div className="space-y-4">
          <NotificationTable side={side} chosen={preferences.notifications} unbound={unbound} />
          {children?.(preferences)}
        </div>
      )}
    </Shown>
  )
}
