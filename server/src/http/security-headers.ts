import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { cspReportPath } from './csp-reports.ts';

/**
 * The browser loads only our own files: no inline script, no inline style element, no other origin. Trusted Types block the ways
 * in which a string becomes a script.
 */
export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  const isHttps = config.publicUrl.protocol === 'https:';
  // Built once: every reply has the same headers.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Older browsers don't count a WebSocket of the same origin as 'self'.
        connectSrc: ["'self'", `${isHttps ? 'wss' : 'ws'}://${config.publicUrl.host}`],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The policy with which web/src/features/offline/keep-for-offline.ts registers the service worker.
        trustedTypes: ['service-worker'],
        // Both, since each browser knows one or the other.
        reportUri: [cspReportPath],
        reportTo: ['csp'],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    reply.raw.setHeader('reporting-endpoints', `csp="${cspReportPath}"`);
    setHeaders(request.raw, reply.raw, () => done());
  });
}

// Passkeys, the buttons that copy, and the camera, for payment codes: the browser asks its person before it turns on. An injected
// script could ask for nothing else. Names that Chromium does not know are left out, since it warns of them on every page: sharing
// is allowed to our own pages by default.
const usedFeatures = [
  'camera',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'clipboard-write',
];
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissionsPolicy = [
  ...usedFeatures.map((feature) => `${feature}=(self)`),
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ');
