import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Programme, ProgrammeCandidateKind } from '../../../contract/projects/programmes.ts'
import { links } from '../../../domain/links.ts'
import { includesRole, isProgrammeClosed, programmeLabels } from '../../../domain/projects/programmes.ts'
import { openProgrammeEdit } from '../../../stores/projects/programmes/programme-form.ts'
import * as store from '../../../stores/projects/programmes/programme.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ProgrammeFiles } from './ProgrammeFiles.tsx'
import { ProgrammeForm } from './ProgrammeForm.tsx'
import {
  ProgrammeConversations,
  ProgrammeDemands,
  ProgrammeMembers,
  ProgrammeOrders,
  report,
} from './ProgrammeItems.tsx'
import { ProgrammeOverview } from './ProgrammeOverview.tsx'
import { ProgrammePicker } from './ProgrammePicker.tsx'

const Actions = ({ programme }: { programme: Programme }) => {
  const { role, status, version } = programme
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  if (!includesRole(role, 'manager')) return null
  const move = async (event: 'close' | 'reopen') => {
    setSending(true)
    await report(event === 'close' ? '已结项' : '已重新开启', store.moveProgramme(event, version))
    setSending(false)
    setAsking(false)
  }
  return isProgrammeClosed(status) ? (
    <Button className="max-md:h-11" busy={isSending} onClick={() => void move('reopen')}>
      重新开启
    </Button>
  ) : (
    <span className="flex flex-wrap gap-3">
      <Button className="max-md:h-11" onClick={() => openProgrammeEdit(programme)}>
        编辑
      </Button>
      <Button className="max-md:h-11" onClick={() => setAsking(true)}>
        结项
      </Button>
      <Confirm
        open={isAsking}
        title={`“${programme.name}”结项？`}
        text="结项后不能再归入需求与订单、上传文件或修改资料，已有内容仍可查看；可以重新开启。"
        confirm="结项"
        busy={isSending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void move('close')}
      />
    </span>
  )
}

const Full = ({ programme, tab }: { programme: Programme; tab: store.ProgrammeTab }) => {
  const [adding, setAdding] = useState<ProgrammeCandidateKind | null>(null)
  const { code, name, status, demandRows, orderRows, files, conversations, members } = programme
  const section = { programme, onAdd: setAdding }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-ink-3">{code}</p>
          <h1 className="mt-1 flex flex-wrap items-center gap-3 text-2xl font-semibold wrap-anywhere">
            {name}
            <StateBadge form="tint" {...programmeLabels[status]} />
          </h1>
        </div>
        <Actions programme={programme} />
      </div>
      {isProgrammeClosed(status) && (
        <div className="mb-4">
          <Notice tone="mute" title="该项目已结项">
            内容仍可查看，不能再修改。
          </Notice>
        </div>
      )}
      <Tabs
        label="研发项目"
        tabs={[
          { key: 'overview', label: '概览' },
          { key: 'demands', label: '需求', count: demandRows.length },
          { key: 'orders', label: '订单', count: orderRows.length },
          { key: 'files', label: '文件', count: files.length },
          { key: 'conversations', label: '沟通', count: conversations.length },
          { key: 'members', label: '成员', count: members.length },
        ]}
        current={tab}
        onChange={(key) => store.openProgrammeTab(store.programmeTabs.find((each) => each === key) ?? 'overview')}
      >
        <div className="pt-4">
          {tab === 'overview' && <ProgrammeOverview programme={programme} />}
          {tab === 'demands' && <ProgrammeDemands {...section} />}
          {tab === 'orders' && <ProgrammeOrders {...section} />}
          {tab === 'files' && <ProgrammeFiles programme={programme} />}
          {tab === 'conversations' && <ProgrammeConversations {...section} />}
          {tab === 'members' && <ProgrammeMembers {...section} />}
        </div>
      </Tabs>
      {adding !== null && <ProgrammePicker kind={adding} onClose={() => setAdding(null)} />}
      <ProgrammeForm onSaved={() => void store.loadProgramme()} />
    </>
  )
}

/** One R&D programme with its sections. */
export const ProgrammePage = ({ programmeId, search }: { programmeId: number; search: string }) => {
  const state = useStore(store.programme)
  const { tab } = useStore(store.programmeQuery) ?? { tab: store.parseProgrammeTab(new URLSearchParams(search)) }
  useEffect(() => store.startProgramme(programmeId), [programmeId])
  return (
    <>
      <div className="mb-4">
        <LinkButton href={links.buyerProgrammes()}>全部研发项目</LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="研发项目"
        heading="研发项目"
        permission="role_manage"
        onRetry={() => void store.loadProgramme()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={10} className="min-h-[520px]" />}
      >
        {(programme) => <Full programme={programme} tab={tab} />}
      </AsyncContent>
      <Toaster />
    </>
  )
}
