import type { IndianState } from '../gst.ts'

/** Mean daily maximum in degrees Celsius by month, January first. */
export type CityTemperatures = { prefix: string; place: string; state: IndianState; months: readonly number[] }

/**
 * India Meteorological Department, Climatological Normals (dsp.imdpune.gov.in; period not stated, probably 1991-2020),
 * read on 25 November 2026 by way of github.com/Vonter/india-climatological-stats (commit d565404, ODbL 1.0).
 */
export const CITY_TEMPERATURES: readonly CityTemperatures[] = [
  { prefix: '110', place: 'Delhi', state: 'Delhi', months: [20, 24, 30, 37, 40, 39, 36, 34, 34, 33, 28, 23] },
  { prefix: '122', place: 'Gurugram', state: 'Haryana', months: [20, 24, 30, 37, 41, 39, 36, 34, 33, 32, 28, 23] },
  { prefix: '141', place: 'Ludhiana', state: 'Punjab', months: [18, 22, 27, 35, 39, 38, 34, 33, 33, 32, 27, 21] },
  { prefix: '143', place: 'Amritsar', state: 'Punjab', months: [18, 22, 27, 34, 39, 39, 35, 34, 34, 32, 27, 21] },
  { prefix: '160', place: 'Chandigarh', state: 'Chandigarh', months: [18, 23, 28, 35, 39, 38, 34, 33, 33, 32, 27, 22] },
  {
    prefix: '171',
    place: 'Shimla',
    state: 'Himachal Pradesh',
    months: [11, 13, 17, 21, 25, 25, 23, 23, 23, 21, 18, 14],
  },
  { prefix: '174', place: 'Una', state: 'Himachal Pradesh', months: [20, 23, 29, 34, 38, 38, 34, 33, 33, 32, 28, 23] },
  {
    prefix: '180',
    place: 'Jammu',
    state: 'Jammu and Kashmir',
    months: [18, 22, 27, 33, 38, 38, 34, 33, 33, 31, 26, 21],
  },
  {
    prefix: '190',
    place: 'Srinagar',
    state: 'Jammu and Kashmir',
    months: [7, 11, 16, 21, 25, 29, 30, 30, 28, 23, 16, 10],
  },
  { prefix: '194', place: 'Leh', state: 'Ladakh', months: [2, 4, 10, 15, 20, 24, 29, 28, 23, 17, 11, 5] },
  // no stored source; after New Delhi (Safdarjung)
  { prefix: '201', place: 'Noida', state: 'Uttar Pradesh', months: [20, 24, 30, 37, 40, 39, 36, 34, 34, 33, 28, 23] },
  // no stored source; after Fatehpur
  { prefix: '208', place: 'Kanpur', state: 'Uttar Pradesh', months: [21, 26, 33, 39, 41, 39, 35, 33, 33, 33, 29, 23] },
  {
    prefix: '221',
    place: 'Varanasi',
    state: 'Uttar Pradesh',
    months: [22, 27, 33, 39, 40, 39, 34, 33, 33, 33, 29, 24],
  },
  { prefix: '226', place: 'Lucknow', state: 'Uttar Pradesh', months: [21, 26, 32, 38, 40, 38, 34, 33, 33, 33, 29, 24] },
  { prefix: '248', place: 'Dehradun', state: 'Uttarakhand', months: [20, 23, 27, 33, 35, 34, 31, 30, 30, 29, 26, 22] },
  { prefix: '282', place: 'Agra', state: 'Uttar Pradesh', months: [22, 26, 32, 38, 42, 41, 36, 33, 34, 35, 29, 24] },
  { prefix: '302', place: 'Jaipur', state: 'Rajasthan', months: [23, 26, 32, 38, 41, 40, 35, 33, 34, 34, 30, 25] },
  { prefix: '313', place: 'Udaipur', state: 'Rajasthan', months: [25, 28, 34, 38, 40, 38, 32, 31, 32, 33, 30, 26] },
  { prefix: '342', place: 'Jodhpur', state: 'Rajasthan', months: [25, 28, 34, 39, 41, 40, 36, 34, 35, 36, 32, 28] },
  { prefix: '360', place: 'Rajkot', state: 'Gujarat', months: [29, 31, 36, 40, 41, 38, 33, 32, 33, 36, 34, 30] },
  { prefix: '380', place: 'Ahmedabad', state: 'Gujarat', months: [28, 31, 36, 40, 42, 39, 34, 32, 34, 36, 33, 30] },
  { prefix: '390', place: 'Vadodara', state: 'Gujarat', months: [29, 32, 37, 39, 40, 37, 33, 32, 33, 36, 34, 31] },
  { prefix: '395', place: 'Surat', state: 'Gujarat', months: [30, 32, 35, 37, 36, 34, 31, 31, 32, 35, 34, 32] },
  // no stored source; after Valsad
  {
    prefix: '396',
    place: 'Daman',
    state: 'Dadra and Nagar Haveli and Daman and Diu',
    months: [31, 31, 34, 35, 35, 33, 30, 30, 31, 34, 33, 32],
  },
  { prefix: '400', place: 'Mumbai', state: 'Maharashtra', months: [31, 32, 33, 33, 34, 33, 30, 30, 31, 34, 34, 33] },
  { prefix: '403', place: 'Panaji', state: 'Goa', months: [33, 32, 33, 33, 34, 31, 29, 30, 30, 32, 34, 33] },
  { prefix: '411', place: 'Pune', state: 'Maharashtra', months: [30, 32, 36, 38, 37, 32, 28, 28, 30, 32, 31, 30] },
  { prefix: '422', place: 'Nashik', state: 'Maharashtra', months: [29, 32, 35, 38, 37, 32, 28, 28, 29, 32, 31, 29] },
  { prefix: '440', place: 'Nagpur', state: 'Maharashtra', months: [29, 32, 36, 41, 43, 38, 32, 31, 32, 33, 31, 29] },
  { prefix: '452', place: 'Indore', state: 'Madhya Pradesh', months: [26, 29, 35, 39, 40, 36, 30, 29, 31, 33, 30, 28] },
  { prefix: '462', place: 'Bhopal', state: 'Madhya Pradesh', months: [25, 28, 34, 39, 41, 37, 31, 29, 31, 33, 30, 27] },
  { prefix: '492', place: 'Raipur', state: 'Chhattisgarh', months: [28, 31, 35, 40, 42, 37, 31, 30, 32, 32, 30, 29] },
  { prefix: '500', place: 'Hyderabad', state: 'Telangana', months: [30, 33, 36, 38, 40, 35, 32, 31, 31, 31, 30, 29] },
  { prefix: '506', place: 'Warangal', state: 'Telangana', months: [30, 33, 36, 39, 42, 37, 33, 31, 33, 32, 31, 30] },
  {
    prefix: '520',
    place: 'Vijayawada',
    state: 'Andhra Pradesh',
    months: [30, 33, 36, 38, 40, 37, 34, 33, 33, 32, 31, 30],
  },
  {
    prefix: '530',
    place: 'Visakhapatnam',
    state: 'Andhra Pradesh',
    months: [30, 32, 35, 36, 37, 35, 34, 33, 33, 33, 31, 30],
  },
  { prefix: '560', place: 'Bengaluru', state: 'Karnataka', months: [28, 31, 33, 34, 33, 30, 28, 28, 29, 29, 27, 27] },
  { prefix: '570', place: 'Mysuru', state: 'Karnataka', months: [29, 31, 34, 34, 33, 30, 29, 29, 30, 29, 29, 28] },
  { prefix: '575', place: 'Mangaluru', state: 'Karnataka', months: [33, 33, 34, 34, 34, 30, 29, 29, 30, 31, 33, 33] },
  { prefix: '600', place: 'Chennai', state: 'Tamil Nadu', months: [30, 31, 33, 35, 37, 37, 36, 35, 34, 33, 30, 29] },
  { prefix: '605', place: 'Puducherry', state: 'Puducherry', months: [30, 31, 33, 34, 37, 37, 36, 35, 34, 33, 31, 30] },
  { prefix: '625', place: 'Madurai', state: 'Tamil Nadu', months: [31, 33, 36, 37, 38, 36, 36, 36, 35, 33, 32, 31] },
  { prefix: '641', place: 'Coimbatore', state: 'Tamil Nadu', months: [31, 33, 36, 36, 35, 32, 32, 32, 33, 32, 30, 30] },
  { prefix: '673', place: 'Kozhikode', state: 'Kerala', months: [33, 34, 34, 34, 34, 31, 30, 30, 31, 32, 33, 33] },
  { prefix: '682', place: 'Kochi', state: 'Kerala', months: [34, 35, 35, 34, 33, 31, 30, 30, 31, 32, 33, 33] },
  // five digits: 682 is shared with Kochi
  { prefix: '68255', place: 'Agatti', state: 'Lakshadweep', months: [31, 32, 32, 33, 33, 31, 31, 31, 31, 31, 32, 31] },
  {
    prefix: '695',
    place: 'Thiruvananthapuram',
    state: 'Kerala',
    months: [33, 33, 34, 34, 33, 31, 31, 31, 31, 31, 31, 32],
  },
  { prefix: '700', place: 'Kolkata', state: 'West Bengal', months: [26, 29, 34, 35, 36, 34, 33, 32, 33, 32, 30, 27] },
  { prefix: '737', place: 'Gangtok', state: 'Sikkim', months: [12, 14, 18, 20, 21, 22, 22, 22, 22, 20, 17, 14] },
  {
    prefix: '744',
    place: 'Port Blair',
    state: 'Andaman and Nicobar Islands',
    months: [30, 31, 32, 33, 32, 30, 30, 30, 30, 30, 31, 30],
  },
  { prefix: '751', place: 'Bhubaneswar', state: 'Odisha', months: [29, 33, 36, 38, 38, 35, 32, 32, 32, 32, 31, 29] },
  { prefix: '781', place: 'Guwahati', state: 'Assam', months: [24, 27, 31, 31, 32, 33, 33, 33, 33, 31, 29, 25] },
  {
    prefix: '791',
    place: 'Itanagar',
    state: 'Arunachal Pradesh',
    months: [25, 26, 28, 29, 31, 32, 32, 33, 32, 31, 29, 26],
  },
  { prefix: '793', place: 'Shillong', state: 'Meghalaya', months: [15, 18, 21, 23, 24, 24, 24, 24, 24, 22, 19, 16] },
  { prefix: '795', place: 'Imphal', state: 'Manipur', months: [23, 25, 28, 29, 29, 30, 30, 30, 30, 29, 26, 23] },
  // after its airport Lengpui, 700 m lower
  { prefix: '796', place: 'Aizawl', state: 'Mizoram', months: [25, 28, 31, 32, 32, 31, 31, 31, 31, 30, 28, 25] },
  { prefix: '797', place: 'Kohima', state: 'Nagaland', months: [16, 19, 24, 25, 25, 26, 26, 26, 26, 24, 22, 17] },
  { prefix: '799', place: 'Agartala', state: 'Tripura', months: [25, 29, 32, 33, 33, 33, 32, 33, 33, 32, 30, 26] },
  { prefix: '800', place: 'Patna', state: 'Bihar', months: [22, 26, 32, 37, 38, 36, 33, 33, 33, 32, 29, 24] },
  { prefix: '834', place: 'Ranchi', state: 'Jharkhand', months: [24, 27, 32, 36, 37, 34, 30, 30, 30, 29, 27, 24] },
]
