import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as account from '../../stores/accounts/bank-account.ts'
import * as store from '../../stores/accounts/supplier.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { BankAccountForm } from './BankAccountTab.tsx'

const later = <Button onClick={store.accountLater}>稍后填写</Button>

/** 填写收款账户: the last step of opening a shop. Whoever may not enter it leaves it to a colleague. */
export const PayeeStep = ({ mayAct }: { mayAct: boolean }) => {
  const state = useStore(account.account)
  useEffect(() => {
    if (mayAct) void account.load()
  }, [mayAct])
  return (
    <>
      <Notice tone="act" title="店铺已开通，填写收款账户后买家才能以银行转账付款">
        {!mayAct && '收款账户由主账号或有“企业信用”权限的同事填写。'}
      </Notice>
      {mayAct ? (
        <Shown
          state={state}
          what="收款账户"
          permission="corporate_credit"
          onRetry={() => void account.load()}
          frame={card}
          skeleton={<CardSkeleton lines={5} className="min-h-[300px]" />}
        >
          {(held) => <BankAccountForm account={held} onSaved={() => void store.accountSaved()} actions={later} />}
        </Shown>
      ) : (
        later
      )}
    </>
  )
}
