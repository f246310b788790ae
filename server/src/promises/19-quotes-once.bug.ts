export const bug = {
  file: 'server/src/features/trade/settle-trades.ts',
  find: 'isTooFarOut(position, movement, settings.current.trade.exposureUsdMax)',
  replace:
    'isTooFarOut(position - movement.change.minorUnits, movement, settings.current.trade.exposureUsdMax)',
  why: 'the limit of the house is held against the position before a trade, so that whoever comes as it is reached crosses it',
  after: ['a thousand quotes are accepted at once'],
  caughtBy: ['the house comes up to its limit, to the last trade that fits, and not beyond'],
};
