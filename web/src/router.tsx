import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { RequireSession, RequireVerifiedEmail, WelcomeVisitors } from './identity/sign-in/guards.tsx';
import { devUiPath, paths } from './paths.ts';
import { publicPages } from './public-pages.ts';
import { LandingRoute } from './routes/landing.tsx';
import { LiveLayout, SiteLayout } from './routes/site-layout.tsx';
import { DashboardRoute } from './routes/signed-in.ts';

// Most people see the landing page first. Every other page loads on demand.
const LoginRoute = lazy(async () => ({ default: (await import('./routes/login.tsx')).LoginRoute }));
const RegisterRoute = lazy(async () => ({ default: (await import('./routes/register.tsx')).RegisterRoute }));
const VerifyEmailRoute = lazy(async () => ({
  default: (await import('./routes/verify-email.tsx')).VerifyEmailRoute,
}));
const ForgotPasswordRoute = lazy(async () => ({
  default: (await import('./routes/forgot-password.tsx')).ForgotPasswordRoute,
}));
const ResetPasswordRoute = lazy(async () => ({
  default: (await import('./routes/reset-password.tsx')).ResetPasswordRoute,
}));
const FreezeAccountRoute = lazy(async () => ({
  default: (await import('./routes/mailed-links.tsx')).FreezeAccountRoute,
}));
const UndoEmailChangeRoute = lazy(async () => ({
  default: (await import('./routes/mailed-links.tsx')).UndoEmailChangeRoute,
}));
const CancelWithdrawalRoute = lazy(async () => ({
  default: (await import('./routes/mailed-links.tsx')).CancelWithdrawalRoute,
}));
const WithdrawalAddressesRoute = lazy(async () => ({
  default: (await import('./routes/withdrawal-addresses.tsx')).WithdrawalAddressesRoute,
}));
const TransactionsRoute = lazy(async () => ({
  default: (await import('./routes/transactions.tsx')).TransactionsRoute,
}));
const StatementPage = lazy(async () => ({
  default: (await import('./features/statement/statement-page.tsx')).StatementPage,
}));
const PortfolioRoute = lazy(async () => ({
  default: (await import('./routes/portfolio.tsx')).PortfolioRoute,
}));
const TradeRoute = lazy(async () => ({ default: (await import('./routes/trade.tsx')).TradeRoute }));
const OrderBookRoute = lazy(async () => ({
  default: (await import('./routes/order-book.tsx')).OrderBookRoute,
}));
const RequestRoute = lazy(async () => ({ default: (await import('./routes/request.tsx')).RequestRoute }));
const PayRoute = lazy(async () => ({ default: (await import('./routes/pay.tsx')).PayRoute }));
const DemoPaymentRoute = lazy(async () => ({
  default: (await import('./routes/demo-payment.tsx')).DemoPaymentRoute,
}));
const ProfileRoute = lazy(async () => ({ default: (await import('./routes/profile.tsx')).ProfileRoute }));
const CoinRoute = lazy(async () => ({ default: (await import('./routes/coin.tsx')).CoinRoute }));
const DevUiRoute = lazy(async () => ({ default: (await import('./routes/dev-ui.tsx')).DevUiRoute }));
const NotFoundPage = lazy(async () => ({
  default: (await import('./features/public/not-found-page.tsx')).NotFoundPage,
}));

export function Router() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home} element={<LandingRoute />} />
        {Object.entries(publicPages).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path={paths.coin} element={<CoinRoute />} />
        <Route path={paths.login} element={<LoginRoute />} />
        <Route path={paths.register} element={<RegisterRoute />} />
        <Route path={paths.verifyEmail} element={<VerifyEmailRoute />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordRoute />} />
        <Route path={paths.resetPassword} element={<ResetPasswordRoute />} />
        <Route path={paths.freezeAccount} element={<FreezeAccountRoute />} />
        <Route path={paths.undoEmailChange} element={<UndoEmailChangeRoute />} />
        <Route path={paths.cancelWithdrawal} element={<CancelWithdrawalRoute />} />
        <Route path={paths.request} element={<RequestRoute />} />
        <Route path={paths.pay} element={<PayRoute />} />
        <Route path={paths.demoPayment} element={<DemoPaymentRoute />} />
        <Route element={<WelcomeVisitors />}>
          <Route element={<LiveLayout />}>
            <Route path={paths.orderBook} element={<OrderBookRoute />} />
          </Route>
        </Route>
        <Route element={<RequireSession />}>
          <Route element={<RequireVerifiedEmail />}>
            <Route element={<LiveLayout />}>
              <Route path={paths.dashboard} element={<DashboardRoute />} />
              <Route path={paths.transactions} element={<TransactionsRoute />} />
              <Route path={paths.statement} element={<StatementPage />} />
              <Route path={paths.portfolio} element={<PortfolioRoute />} />
              <Route path={paths.trade} element={<TradeRoute />} />
              <Route path={paths.withdrawalAddresses} element={<WithdrawalAddressesRoute />} />
              <Route path={paths.profile} element={<ProfileRoute />} />
            </Route>
          </Route>
        </Route>
        <Route path={devUiPath} element={<DevUiRoute />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
