import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { load, profile as state, type Profile } from '../../stores/accounts/own-profile.ts'
import { changed, dialog, start } from '../../stores/accounts/security.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { BindEmail } from './BindEmail.tsx'
import { ChangeMobile } from './ChangeMobile.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Reauthenticate } from './Reauthenticate.tsx'
import { SafetyRows, SafetySummary } from './SecurityParts.tsx'
import { SecurityRecord } from './SecurityRecord.tsx'
import { SessionList } from './SessionList.tsx'
import { TwoFactor } from './TwoFactor.tsx'

type Props = {
  /** The server's clock. */
  now: string
  /** In the demo codes can be read in the outbox. */
  demo: boolean
}

const Dialogs = ({ profile, demo }: { profile: Profile; demo: boolean }) => {
  const open = useStore(dialog)
  if (open === 'password') return <ChangePassword mobile={profile.mobile} demo={demo} />
  if (open === 'mobile') return <ChangeMobile mobile={profile.mobile} demo={demo} />
  return open === 'email' ? <BindEmail email={profile.email} demo={demo} /> : null
}

/** 安全设置: how safe the account is, its password, number and address, where it is signed in, what happened to it. */
export const Security = ({ now, demo }: Props) => {
  const profile = useStore(state)
  useEffect(() => void start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">安全设置</h1>
      <div className="space-y-4">
        <Shown
          state={profile}
          what="账号"
          permission="corpCenter"
          onRetry={() => void load()}
          frame={card}
          skeleton={
            <>
              <CardSkeleton lines={1} className="min-h-[86px]" />
              <CardSkeleton lines={5} className="min-h-[236px]" />
            </>
          }
        >
          {(content) => (
            <div className="space-y-4">
              <SafetySummary profile={content} />
              <SafetyRows profile={content} />
              <Dialogs profile={content} demo={demo} />
            </div>
          )}
        </Shown>
        <TwoFactor onChanged={() => void changed()} />
        <SessionList now={now} />
        <div className="pt-2">
          <SecurityRecord />
        </div>
      </div>
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
