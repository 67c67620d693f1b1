import type { RoundCheck } from '../../stores/live/check-round.ts'

function resultText(checked: RoundCheck): string {
  switch (checked.at) {
    case 'right':
      return `验证通过：种子与指纹相符，全部 ${checked.entries} 个编号的结果与重新计算一致。`
    case 'wrong':
      return `有 ${checked.numbers.length} 个编号的结果与重新计算不一致：${checked.numbers.slice(0, 10).join('、')}。请联系平台客服。`
    case 'seedOther':
      return '种子与开始前公布的指纹不符，请联系平台客服。'
    case 'failed':
      return `验证未完成：${checked.because}。`
  }
}

/** 在我的浏览器中验证: loads the published data and recalculates the results. */
export function startCheckRound(): void {
  const button = document.querySelector<HTMLElement>('[data-check-round]')
  const output = document.querySelector<HTMLElement>('[data-checked]')
  if (button === null || output === null) return
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-busy') === 'true') return
    button.setAttribute('aria-busy', 'true')
    output.textContent = '正在计算…'
    void import('../../stores/live/check-round.ts')
      .then(({ checkPublishedRound }) => checkPublishedRound(Number(button.dataset['checkRound'])))
      .catch((): RoundCheck => ({ at: 'failed', because: '网络中断' }))
      .then((checked) => {
        output.textContent = resultText(checked)
        button.setAttribute('aria-busy', 'false')
      })
  })
}
