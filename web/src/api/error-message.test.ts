import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '../../public/locales/en/translation.json' with { type: 'json' };
import { ApiError, readErrorReply } from './api-error.ts';
import { errorMessage, joinedErrorMessage } from './error-message.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

const networkError = new ApiError({ code: 'NetworkError', message: '', status: null });

test("the server's own words come first", () => {
  const error = new ApiError({ code: 'InvalidCredentials', message: 'Nope', status: 401 });
  expect(errorMessage(error, i18next.t, { fallback: 'Other' })).toBe('Nope');
});

test('without an answer the reader is told to check the connection', () => {
  expect(errorMessage(networkError, i18next.t)).toBe('Network error. Please check your internet connection.');
});

test('a failure without words names its status', () => {
  const error = new ApiError({ code: 'ServerError', message: '', status: 502 });
  expect(errorMessage(error, i18next.t)).toBe('Request failed with status 502');
});

test('what the server says of each field is joined', () => {
  const errors = [
    { field: 'email', message: 'Email is taken.' },
    { field: 'password', message: 'Too short' },
  ];
  const error = new ApiError({ code: 'ValidationFailed', message: 'Bad', status: 400, errors });
  expect(joinedErrorMessage(error, i18next.t)).toBe('Email is taken. Too short');
});

test('what the server says of no field is not lost', () => {
  const errors = [
    { message: 'The name is too strange.' },
    { field: 'name', message: 'Too long' },
    { field: 'a' },
  ];
  const reply = readErrorReply({ error: 'ValidationFailed', message: 'Bad', errors });
  const error = new ApiError({
    code: 'ValidationFailed',
    message: 'Bad',
    status: 400,
    errors: reply?.errors ?? [],
  });
  expect(joinedErrorMessage(error, i18next.t)).toBe('The name is too strange. Too long');
});

test("a proxy's reply is not taken for the server's", () => {
  expect(readErrorReply('<html>')).toBeNull();
  expect(readErrorReply({ error: 'ServerError' })).toBeNull();
  expect(readErrorReply(undefined)).toBeNull();
});
