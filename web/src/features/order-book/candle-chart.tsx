import type { Candle, CandleInterval, Market } from '@mercury/contract/api/markets.ts';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { memo, useEffect, useRef } from 'react';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { useTheme } from '../../ui/theme-choice.ts';
import { unitsOf } from './market-numbers.ts';

interface CandleChartProps {
  market: Market;
  candles: readonly Candle[];
  interval: CandleInterval;
  /** What it shows, for those who don't see it. */
  label: string;
}

interface Drawing {
  chart: IChartApi;
  candles: ISeriesApi<'Candlestick'>;
  volumes: ISeriesApi<'Histogram'>;
  colours: Colours;
}

/** Drawn on a canvas, from left to right in every language. A canvas hears of no other theme or language: it is drawn anew. */
export function CandleChart(props: CandleChartProps) {
  const formatTag = useFormatTag();
  const { theme } = useTheme();
  return <Canvas key={`${theme} ${formatTag} ${props.interval}`} {...props} formatTag={formatTag} />;
}

const Canvas = memo(function Canvas(props: CandleChartProps & { formatTag: string }) {
  const { market, candles, interval, label, formatTag } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const { priceDecimals } = unitsOf(market);
  // Days and weeks are those of the exchange, which are UTC's.
  const offsetMs = isOfDays(interval) ? 0 : offsetOf(candles.at(-1));

  useEffect(() => {
    if (frame.current === null) return;
    const drawn = draw(frame.current, { formatTag, priceDecimals });
    drawing.current = drawn;
    return () => {
      drawing.current = undefined;
      drawn.chart.remove();
    };
  }, [formatTag, priceDecimals]);

  useEffect(() => {
    if (drawing.current) show(drawing.current, candles, offsetMs);
  }, [candles, offsetMs]);

  return (
    <div
      ref={frame}
      dir="ltr"
      role="img"
      aria-label={label}
      data-testid="candle-chart"
      style={{ blockSize: '100%', inlineSize: '100%' }}
    />
  );
});

const isOfDays = (interval: CandleInterval) => interval === '1d' || interval === '1w';

/** One for all candles: two hours that a change of the clocks makes alike would be refused. */
export function offsetOf(newest: Candle | undefined): number {
  return newest ? -new Date(newest.at).getTimezoneOffset() * 60_000 : 0;
}

interface Colours {
  text: string;
  line: string;
  up: string;
  down: string;
  upSoft: string;
  downSoft: string;
}

/** Tokens are written for both themes. The browser says what they come to. */
function coloursOf(frame: HTMLElement): Colours {
  const probe = document.createElement('span');
  frame.append(probe);
  const colourOf = (token: string) => {
    probe.style.color = `var(--color-${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: colourOf('text-faint'),
    line: colourOf('border'),
    up: colourOf('completed'),
    down: colourOf('failed'),
    upSoft: faded(colourOf('completed')),
    downSoft: faded(colourOf('failed')),
  };
  probe.remove();
  return colours;
}

/** Of a colour as browsers compute it: "rgb(1, 2, 3)". */
function faded(colour: string): string {
  return colour.replace('rgb(', 'rgba(').replace(')', ', 0.35)');
}

interface DrawingTexts {
  formatTag: string;
  priceDecimals: number;
}

function draw(frame: HTMLElement, { formatTag, priceDecimals }: DrawingTexts): Drawing {
  const colours = coloursOf(frame);
  const { fontFamily } = getComputedStyle(frame);
  const priceFormat = new Intl.NumberFormat(formatTag, {
    minimumFractionDigits: priceDecimals,
    maximumFractionDigits: priceDecimals,
  });
  const chart = createChart(frame, {
    autoSize: true,
    // Its logo brings a style element, which the content security policy forbids: the page names its maker in words.
    layout: {
      background: { color: 'transparent' },
      textColor: colours.text,
      fontFamily,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      // Half of a label: the last one would be cut at the edge.
      rightOffsetPixels: 28,
      tickMarkFormatter: (time: Time, type: TickMarkType) => formatTime(time, formatTag, tickFormats[type]),
    },
    localization: {
      priceFormatter: (price: number) => priceFormat.format(price),
      timeFormatter: (time: Time) => formatTime(time, formatTag, { dateStyle: 'medium', timeStyle: 'short' }),
    },
    // The page scrolls under a wheel and a finger; the chart moves sideways.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceFormat: { type: 'price', precision: priceDecimals, minMove: 10 ** -priceDecimals },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  return { chart, candles, volumes, colours };
}

const tickFormats: Readonly<Record<TickMarkType, Intl.DateTimeFormatOptions>> = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: { day: 'numeric', month: 'short' },
  [TickMarkType.Time]: { hour: '2-digit', minute: '2-digit' },
  [TickMarkType.TimeWithSeconds]: { hour: '2-digit', minute: '2-digit' },
};

/** The chart's clock is UTC, moved to the reader's time zone. */
function formatTime(time: Time, formatTag: string, format: Intl.DateTimeFormatOptions): string {
  // The candles' times are numbers.
  return new Intl.DateTimeFormat(formatTag, { ...format, timeZone: 'UTC' }).format(Number(time) * 1000);
}

function show({ candles, volumes, colours }: Drawing, shown: readonly Candle[], offsetMs: number): void {
  // The type only tells a number of seconds from other numbers.
  const timeOf = ({ at }: Candle) => ((Date.parse(at) + offsetMs) / 1000) as UTCTimestamp;
  candles.setData(
    shown.map((candle) => ({
      time: timeOf(candle),
      open: Number(candle.open),
      high: Number(candle.high),
      low: Number(candle.low),
      close: Number(candle.close),
    })),
  );
  volumes.setData(
    shown.map((candle) => ({
      time: timeOf(candle),
      value: Number(candle.volume),
      color: Number(candle.close) >= Number(candle.open) ? colours.upSoft : colours.downSoft,
    })),
  );
}
