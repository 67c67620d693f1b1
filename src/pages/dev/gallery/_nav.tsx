import { useState } from 'react'
import { Pager } from '../../../ui/Pager.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'

/** Tabs over a panel, and a pager that tells its page. */
export const NavIsland = () => {
  const [tab, setTab] = useState('plan')
  const [page, setPage] = useState(18)
  return (
    <div className="space-y-6">
      <Tabs
        label="报价内容"
        tabs={[
          { key: 'plan', label: '试验设计' },
          { key: 'pay', label: '付款节点', count: 3 },
          { key: 'files', label: '附件', count: 12 },
        ]}
        current={tab}
        onChange={setTab}
      >
        <p className="py-4 text-ink-2">现在是：{tab}</p>
      </Tabs>
      <Pager label="岛内分页" total={720} pageSize={20} current={page} onChange={setPage} />
    </div>
  )
}
