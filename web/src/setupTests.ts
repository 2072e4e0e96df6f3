// Before each test nothing has been fetched. A busy machine gets the time that it needs.
import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { queries } from './common/useLoad';

configure({ asyncUtilTimeout: 5000 });
afterEach(() => queries.clear());
